import { type DateSignal, type YourDate } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useSendDateSignalMutation } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { Button, Card, Icon, icons, Point, Row, Soft, Stack } from '@flint/ui';
import { dayAndTime, timeAlone } from '../shared/dates';
import { failureText } from '../shared/failure';

const SIGNALS: readonly { readonly kind: DateSignal; readonly tap: string; readonly news: string }[] = [
  { kind: 'on_my_way', tap: message('I am on my way'), news: message('{name} is on the way.') },
  {
    kind: 'ten_minutes_late',
    tap: message('Ten minutes late'),
    news: message('{name} is ten minutes late.'),
  },
  { kind: 'here', tap: message('I am here'), news: message('{name} is there.') },
];

interface DateSignalsProps {
  readonly offerId: string;
  readonly date: YourDate;
  /** The other person's. */
  readonly name: string;
  readonly now: number;
}

/** Buttons that send a signal to the other person, from three hours before the date on; their last signal is above. */
export function DateSignals({ offerId, date, name, now }: DateSignalsProps) {
  const { notify, online } = usePlatform();
  const [send, { isLoading, originalArgs }] = useSendDateSignalMutation();
  const isTime = Date.parse(date.signalsFrom) <= now && now < Date.parse(date.signalsUntil);
  const handleTap = async (kind: DateSignal) => {
    const answer = await send({ params: { id: offerId }, body: { kind } });
    if ('error' in answer) notify(failureText(answer.error), 'failure');
  };
  const sentAt = (kind: DateSignal) => date.own.signals.find((signal) => signal.kind === kind)?.at;
  return (
    <Stack as="section" gap={3} aria-label={t('Signals')}>
      <div role="status">
        <Stack as="ul" gap={2}>
          {date.partner.signals.map(({ kind, at }) => (
            <Card as="li" key={kind} tone="accent" padding="s">
              <Row between>
                <Point icon={icons.check}>
                  {t(SIGNALS.find((each) => each.kind === kind)!.news, { name })}
                </Point>
                <time dateTime={at}>{timeAlone(at)}</time>
              </Row>
            </Card>
          ))}
        </Stack>
      </div>
      {isTime && (
        <Row gap={2} fill>
          {SIGNALS.map(({ kind, tap }, i) => {
            const at = sentAt(kind);
            return (
              <Button
                key={kind}
                size="l"
                full={i === 0}
                variant={i === 0 && !at ? 'primary' : 'secondary'}
                busy={isLoading && originalArgs?.body.kind === kind}
                disabled={!online || isLoading || at !== undefined}
                aria-label={
                  at ? t('{signal}: sent {time}', { signal: t(tap), time: timeAlone(at) }) : undefined
                }
                onClick={() => void handleTap(kind)}
              >
                <span>
                  {t(tap)}
                  {at && (
                    <small>
                      <Icon path={icons.check} size={14} /> {timeAlone(at)}
                    </small>
                  )}
                </span>
              </Button>
            );
          })}
        </Row>
      )}
      <Soft>
        {isTime
          ? t('One tap lets {name} know. Nothing to type.', { name })
          : t('From {time}, one tap lets {name} know that you are on your way, late or there.', {
              name,
              time: dayAndTime(date.signalsFrom, now),
            })}
      </Soft>
    </Stack>
  );
}
