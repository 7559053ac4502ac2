import { usePlatform } from '@flint/remote-kit';
import { useReadOfferMailQuery, useSaveOfferMailMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Switch } from '@flint/ui';
import { failureText } from '../shared/failure';

/** Switches mail about offers on and off; nothing while it is not known which. */
export function MailSwitch() {
  const { notify, online } = usePlatform();
  const { data } = useReadOfferMailQuery();
  const [save, { isLoading, originalArgs }] = useSaveOfferMailMutation();
  if (!data) return null;
  const isWanted = isLoading && originalArgs ? originalArgs.wanted : data.wanted;
  const handleChange = async (wanted: boolean) => {
    const answer = await save({ wanted });
    if ('error' in answer) notify(failureText(answer.error), 'failure');
  };
  return (
    <div className="o-mail">
      <Switch
        label={t('Email me about offers')}
        hint={t(
          'New offers and answers, unless you are looking at this page, and a reminder before each date.',
        )}
        checked={isWanted}
        disabled={!online || isLoading}
        onChange={(wanted) => void handleChange(wanted)}
      />
    </div>
  );
}
