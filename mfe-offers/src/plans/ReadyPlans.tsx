import type { Match } from '@flint/contracts';
import { t } from '@flint/texts';
import { loadable, Row, Soft, Stack, useIsWide } from '@flint/ui';
import { PlanRow } from './PlanRow';

const KindDrawing = loadable(() => import('../places/KindDrawing').then((module) => module.KindDrawing));

interface ReadyPlansProps {
  readonly match: Match;
  readonly online: boolean;
  /** On the page of a person, whose name is the h1 and whose main act is Invite. */
  readonly isOnPage?: boolean;
}

/** Up to three plans that are ready to send; beside a list, sending the first one is the main act. */
export function ReadyPlans({ match, online, isOnPage = false }: ReadyPlansProps) {
  const { plans = [], sharedTimes, name } = match;
  const isWide = useIsWide();
  if (plans.length === 0) return null;
  const Heading = isOnPage ? 'h2' : 'h3';
  return (
    <Stack as="section" gap={2} className="m-plans" aria-label={t('Ready plans')}>
      <Row between>
        <Heading>{t('Ready plans')}</Heading>
        <Soft as="span">{t('You are both free')}</Soft>
      </Row>
      <Stack as="ul" gap={2}>
        {plans.map((plan, at) => (
          <li key={plan.id}>
            <PlanRow
              match={match}
              plan={plan}
              online={online}
              isMain={at === 0 && !isOnPage}
              shortcut={String(at + 1)}
              picture={
                isWide &&
                plan.kind && <KindDrawing kind={plan.kind} picture={plan.picture ?? null} fallback={null} />
              }
            />
          </li>
        ))}
      </Stack>
      {sharedTimes.length > 1 && <Soft>{t('{name} also sees the other hours you share.', { name })}</Soft>}
    </Stack>
  );
}
