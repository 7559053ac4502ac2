import type { NEEDED_FOR_MATCHING } from '@flint/contracts/questions/matchable';
import { ScreenLink } from '@flint/remote-kit';
import { message, plural, t } from '@flint/texts';
import { EmptyState, Icon, icons, Items, ItemText, MatchesDrawing, Page } from '@flint/ui';

interface Step {
  readonly id: string;
  readonly text: string;
}

type Needed = (typeof NEEDED_FOR_MATCHING)[number] | 'availability' | 'photos' | 'paused' | 'restricted';

/** What is needed. The titles of two questions are repeated here, because the catalogue would load all 37. */
export const NAMES: Readonly<Record<Needed, string>> = {
  bundle_intro: message('Your date of birth'),
  gender_identity: message('How do you describe your gender?'),
  seeking_genders: message('Who would you like to meet?'),
  availability: message('Your free hours'),
  photos: message('A photo of you'),
  paused: message('Your profile is paused'),
  restricted: message('Our safety team has paused your dates'),
};

const stepOf = (id: string): Step => ({ id, text: NAMES[id as Needed] ?? id });

/** Reasons that are not answers: the student has paused, or the safety team decides. */
const ON_HOLD: readonly string[] = ['paused', 'restricted'];

function target(id: string) {
  if (ON_HOLD.includes(id))
    return { to: 'profile', params: { page: 'settings', section: 'safety' } } as const;
  return id === 'availability' || id === 'photos'
    ? ({ to: id } as const)
    : ({ to: 'onboarding', params: { question: id } } as const);
}

/** What this student lacks to be matched, each with a link. */
export function Incomplete({ missing }: { readonly missing: readonly string[] }) {
  const answers = missing.filter((id) => !ON_HOLD.includes(id)).length;
  const lead =
    answers === 0
      ? t('You get no matches for now and don’t appear in anyone else’s. Open offers stay open.')
      : plural(
          answers,
          'One answer to go until you see your matches.',
          '{n} answers to go until you see your matches.',
        );
  return (
    <Page title={t('Your Matches')} width="wide">
      <EmptyState drawing={<MatchesDrawing />} title={lead}>
        <Items framed>
          {missing.map(stepOf).map(({ id, text }) => (
            <li key={id}>
              <ScreenLink {...target(id)} className="f-item">
                <ItemText title={t(text)} />
                <Icon path={icons.chevronRight} />
              </ScreenLink>
            </li>
          ))}
        </Items>
      </EmptyState>
    </Page>
  );
}
