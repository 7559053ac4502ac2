import type { Match } from '@flint/contracts';
import { t } from '@flint/texts';
import { Button, loadable, Row, Soft, Stack, useIsWide } from '@flint/ui';
import { PlanRow } from './PlanRow';

const KindDrawing = loadable(() => import('../places/KindDrawing').then((module) => module.KindDrawing));

interface ReadyPlansProps {
  readonly match: Match;
  readonly online: boolean;
  readonly onInvite: (match: Match, time: string | null) => void;
  /** One level below the heading with the person's name. */
  readonly heading?: 'h2' | 'h3';
}

/** Up to three plans that are ready to send; 'Another hour' opens the invitation. */
export function ReadyPlans({ match, online, onInvite, heading: Heading = 'h3' }: ReadyPlansProps) {
  const { plans = [], sharedTimes, name } = match;
  const isWide = useIsWide();
  if (plans.length === 0) return null;
  const planned = plans.map(({ time }) => time);
  const other = sharedTimes.find((time) => !planned.includes(time)) ?? sharedTimes[1] ?? null;
  return (
    <Stack as="section" gap={2} className="m-plans" aria-label={t('Ready plans')}>
      <Heading>{t('Ready plans')}</Heading>
      <Stack as="ul" gap={2}>
        {plans.map((plan, at) => (
          <li key={plan.id}>
            <PlanRow
              match={match}
              plan={plan}
              online={online}
              isFirst={at === 0}
              shortcut={String(at + 1)}
              picture={
                isWide &&
                plan.kind && <KindDrawing kind={plan.kind} picture={plan.picture ?? null} fallback={null} />
              }
            />
          </li>
        ))}
      </Stack>
      <Soft>
        {t('Open then, and something you both like.')}{' '}
        {sharedTimes.length > 1 && t('{name} also sees the other hours you share.', { name })}
      </Soft>
      <Row>
        <Button size="s" disabled={!online} onClick={() => onInvite(match, other)}>
          {t('Another hour')}
        </Button>
      </Row>
    </Stack>
  );
}
