import type { Match } from '@flint/contracts';
import { t } from '@flint/texts';
import { Row, Soft, Stack } from '@flint/ui';
import { PlanRow } from './PlanRow';

interface ReadyPlansProps {
  readonly match: Match;
  readonly online: boolean;
  /** On the page of a person, whose name is the h1 and whose main act is Invite. */
  readonly isOnPage?: boolean;
}

/** Up to three plans that are ready to send; beside a list, sending the first one is the main act. */
export function ReadyPlans({ match, online, isOnPage = false }: ReadyPlansProps) {
  const { plans = [] } = match;
  if (plans.length === 0) return null;
  const Heading = isOnPage ? 'h2' : 'h3';
  return (
    <Stack as="section" gap={2} aria-label={t('Ready plans')}>
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
            />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
