import { isEmailAddress } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  useHideContactsMutation,
  useReadHiddenContactsQuery,
  useShowContactsMutation,
} from '@flint/remote-kit/data';
import { plural, t } from '@flint/texts';
import { Button, Row, TextField } from '@flint/ui';
import { useState } from 'react';

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '');

/** Addresses of people whose matches the student leaves, without their learning of it. The own matches stay: who left them would show whose address it is. */
export function HiddenPeople() {
  const { notify } = usePlatform();
  const { data, error: countFailure } = useReadHiddenContactsQuery();
  const [hide, { isLoading: isHiding }] = useHideContactsMutation();
  const [show, { isLoading: isShowing }] = useShowContactsMutation();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const send = async (call: typeof hide | typeof show, done: string) => {
    const emails = addressesIn(text);
    if (emails.length === 0 || !emails.every(isEmailAddress)) {
      setError(t('Please enter one or more email addresses.'));
      return;
    }
    setError(null);
    const answer = await call({ emails });
    if ('error' in answer) {
      const failure = asCallFailure(answer.error);
      const refusal = failure?.status === 409 ? failure.problem?.detail : undefined;
      notify(t(refusal ?? failure?.message ?? ''), 'failure');
      return;
    }
    setText('');
    notify(done, 'success');
  };
  return (
    <form
      className="f-stack f-gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(hide, t('You no longer appear in their matches.'));
      }}
    >
      <TextField
        label={t('Hide me from these people')}
        hint={[
          t(
            'By email: an ex or a sibling, for instance. You leave their matches, and they are not told. They can still be in yours.',
          ),
          data?.count
            ? plural(
                data.count,
                '{n} on your list; we keep no readable address.',
                '{n} on your list; we keep no readable address.',
              )
            : '',
        ].join(' ')}
        value={text}
        error={error}
        autoComplete="off"
        inputMode="email"
        onChange={(event) => setText(event.target.value)}
      />
      <Row>
        <Button size="s" type="submit" busy={isHiding}>
          {t('Add to my list')}
        </Button>
        {(data ? data.count > 0 : Boolean(countFailure)) && (
          <Button
            size="s"
            variant="quiet"
            busy={isShowing}
            onClick={() => void send(show, t('Removed from your list.'))}
          >
            {t('Remove')}
          </Button>
        )}
      </Row>
    </form>
  );
}
