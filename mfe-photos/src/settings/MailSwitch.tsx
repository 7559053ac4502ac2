import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useReadOfferMailQuery, useSaveOfferMailMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Switch } from '@flint/ui';

/** Turns mail about offers on and off; disabled until the state is known. */
export function MailSwitch() {
  const { notify, online } = usePlatform();
  const { data } = useReadOfferMailQuery();
  const [save, { isLoading, originalArgs }] = useSaveOfferMailMutation();
  const isWanted = isLoading && originalArgs ? originalArgs.wanted : data?.wanted;
  const handleChange = async (wanted: boolean) => {
    const answer = await save({ wanted });
    if ('error' in answer) notify(t(asCallFailure(answer.error)?.message ?? ''), 'failure');
  };
  return (
    <Switch
      label={t('Email me about offers')}
      hint={t(
        'New offers and answers, unless you are looking at this page, and a reminder before each date.',
      )}
      checked={isWanted ?? false}
      disabled={!data || !online || isLoading}
      onChange={(wanted) => void handleChange(wanted)}
    />
  );
}
