import type { Match } from '@flint/contracts';
import { t } from '@flint/texts';
import { loadable, Row, Soft, Stack, useIsWide } from '@flint/ui';
import { PlanRow } from './PlanRow';

const KindDrawing = loadable(() => import('../places/KindDrawing').then((module) => module.KindDrawing));

interface ReadyPlansProps {
  readonly match: Match;
  readonly online: boolean;
  /** One level below the heading with the person's name. */
  readonly heading?: 'h2' | 'h3';
}

/** Up to three plans that are ready to send. The first is the main act beside a list; the page of a person has its own. */
export function ReadyPlans({ match, online, heading: Heading = 'h3' }: ReadyPlansProps) {
  const { plans = [], sharedTimes, name } = match;
  const isWide = useIsWide();
  if (plans.length === 0) return null;
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
              isMain={at === 0 && Heading === 'h3'}
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
