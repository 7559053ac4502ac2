import type { Card as CardOfMe } from '@flint/contracts';
import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { asCallFailure, useChooseShownMutation, useReadCardQuery } from '@flint/remote-kit/data';
import { localized, t } from '@flint/texts';
import {
  Card,
  ErrorState,
  Icon,
  icons,
  Items,
  Notice,
  Page,
  PhotoFrame,
  Section,
  SidePane,
  Skeleton,
  Soft,
  Stack,
  Switch,
} from '@flint/ui';
import { CardFace } from './CardFace';
import './others.css';

interface ChoicesProps {
  readonly card: CardOfMe;
  readonly disabled: boolean;
  readonly onChange: (id: CardOfMe['items'][number]['id'], isShown: boolean) => void;
}

/** Everything a student can show, with its answer; an unanswered one links to its question. */
function Choices({ card: { items }, disabled, onChange }: ChoicesProps) {
  return (
    <Items>
      {items.map(({ id, label, values, isShown }) => (
        <li key={id}>
          <Switch
            label={localized(label)}
            hint={values.length > 0 ? localized(values.join(' · ')) : t('Not answered')}
            checked={isShown}
            disabled={disabled}
            onChange={(isWanted) => onChange(id, isWanted)}
          />
          {values.length === 0 && id !== 'age' && (
            <ScreenLink to="onboarding" params={{ question: id }}>
              {t('Answer')}
              <span className="f-visually-hidden"> {localized(label)}</span>
            </ScreenLink>
          )}
        </li>
      ))}
    </Items>
  );
}

/** 'How others see you': the card, and a switch for each part except name and photos. */
export function OthersScreen() {
  const { notify, online } = usePlatform();
  const { data, error, isFetching, refetch } = useReadCardQuery();
  const [choose, { isLoading, originalArgs }] = useChooseShownMutation();
  const sent = isLoading && originalArgs && 'id' in originalArgs ? originalArgs : null;
  const card = data && {
    ...data,
    items: data.items.map((item) => (item.id === sent?.id ? { ...item, ...sent } : item)),
  };
  const failure = !card && !isFetching && asCallFailure(error);
  const handleChange: ChoicesProps['onChange'] = async (id, isShown) => {
    const answer = await choose({ id, isShown });
    if ('error' in answer) notify(t(asCallFailure(answer.error)?.message ?? ''), 'failure');
  };
  return (
    <Page
      title={t('How others see you')}
      lead={t('Your matches, and anyone you have an offer with, see this. Nobody else does.')}
      width="wide"
      back={
        <ScreenLink to="profile">
          <Icon path={icons.chevronLeft} /> {t('Your Profile')}
        </ScreenLink>
      }
    >
      {!online && <Notice tone="warning" title={t('You’re offline. Choices wait until you are back.')} />}
      {!card && isFetching && <Skeleton shape="block" height="24rem" />}
      {failure && failure.status === 404 && <Soft>{t('Your card begins with your first answer.')}</Soft>}
      {failure && failure.status !== 404 && (
        <ErrorState title={t('Unable to Load Your Card')} onRetry={() => void refetch()}>
          <p>{t(failure.message)}</p>
        </ErrorState>
      )}
      {card && (
        <>
          <SidePane>
            <Card padding="none" as="section" aria-label={t('Your card')}>
              <CardFace card={card} />
            </Card>
          </SidePane>
          <Stack gap={5}>
            <Section title={t('What they see')}>
              <Soft>
                {t('Your name and your photos are always shown.')}{' '}
                {t('What is off is not on your card. A match may still read it as a reason why you two fit.')}
              </Soft>
              <Choices
                card={card}
                disabled={!online || isLoading}
                onChange={(id, isShown) => void handleChange(id, isShown)}
              />
            </Section>
            <Section title={t('Photos')}>
              <ul className="others__photos">
                {card.photoUrls.map((url) => (
                  <li key={url}>
                    <PhotoFrame name={card.name} photoUrl={url} />
                  </li>
                ))}
              </ul>
              <ScreenLink to="photos">{t('Change your photos')}</ScreenLink>
            </Section>
          </Stack>
        </>
      )}
    </Page>
  );
}
