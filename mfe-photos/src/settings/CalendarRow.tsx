import { usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  useEndCalendarFeedMutation,
  useMakeCalendarFeedMutation,
  useReadCalendarFeedQuery,
} from '@flint/remote-kit/data';
import { locale, localized, t } from '@flint/texts';
import { Button, buttonClass, Icon, icons, ItemText, Row, Soft, Stack, TextField } from '@flint/ui';
import { ReadFailure } from '../ReadFailure';
import { useProof } from '../profile/use-proof';

/** Calendar apps subscribe to `webcal:` addresses; the others download them once. */
const toSubscribe = (url: string) => url.replace(/^https?:/, 'webcal:');

const dayOf = (iso: string) => localized(new Date(iso).toLocaleDateString(locale(), { dateStyle: 'long' }));

/** A secret address for the student's own calendar to subscribe to; it is shown once. */
export function CalendarRow() {
  const { notify, online } = usePlatform();
  const { data, error, refetch } = useReadCalendarFeedQuery();
  const [make, making] = useMakeCalendarFeedMutation();
  const [end, ending] = useEndCalendarFeedMutation();
  const proof = useProof();
  const url = making.data?.url;
  const fail = (error: unknown) => notify(t(asCallFailure(error)?.message ?? ''), 'failure');
  const handleMake = async () => {
    const answer = await make();
    if ('error' in answer && !proof.isAskedFor(answer.error, handleMake)) fail(answer.error);
  };
  const handleEnd = async () => {
    const answer = await end();
    if ('error' in answer) return fail(answer.error);
    making.reset();
    notify(t('Your calendar gets no more dates from here.'), 'success');
  };
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(url ?? '');
      notify(t('The address was copied.'), 'success');
    } catch {
      notify(t('Copy the address from the field.'), 'failure');
    }
  };
  return (
    <li>
      <Stack gap={3}>
        <ItemText title={t('Calendar')}>
          {t(
            'Your agreed dates in your own calendar, without names. New times and called-off dates are updated automatically.',
          )}
        </ItemText>
        {url && (
          <>
            <TextField
              label={t('Your secret address')}
              hint={t('Shown only now. Anyone who has it can see when and where you are meeting someone.')}
              value={url}
              readOnly
              onFocus={(event) => event.target.select()}
            />
            <a className={buttonClass({ variant: 'primary' })} href={toSubscribe(url)}>
              {t('Open in my calendar app')}
            </a>
            <Button onClick={() => void handleCopy()}>{t('Copy the address')}</Button>
          </>
        )}
        {!url && data?.since && <Soft>{t('In use since {date}.', { date: dayOf(data.since) })}</Soft>}
        {!data && error && <ReadFailure error={error} onRetry={refetch} />}
        <Row fill gap={2}>
          {!url && (
            <Button
              icon={<Icon path={icons.calendar} />}
              busy={making.isLoading}
              disabled={!data || !online}
              onClick={() => void handleMake()}
            >
              {data?.since ? t('Make a new address') : t('Subscribe in my calendar')}
            </Button>
          )}
          {data?.since && (
            <Button busy={ending.isLoading} disabled={!online} onClick={() => void handleEnd()}>
              {t('End the address')}
            </Button>
          )}
        </Row>
        {proof.dialog}
      </Stack>
    </li>
  );
}
