import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button } from '@flint/ui';
import { useState } from 'react';

interface SoonerButtonProps {
  /** Sends the answers; returns whether none is left to send. */
  readonly flush: () => Promise<boolean>;
  /** Called before anything is sent. */
  readonly onLeave: () => void;
}

/**
 * Opens the matches before the questionnaire is completed (docs/decisions/031). The server makes the first list of a day from the answers it
 * has, so every answer that can be sent is sent first.
 */
export function SoonerButton({ flush, onLeave }: SoonerButtonProps) {
  const { navigation, notify, online } = usePlatform();
  const [isSending, setSending] = useState(false);
  const handleClick = async () => {
    onLeave();
    setSending(true);
    const isSaved = await flush();
    setSending(false);
    if (isSaved) navigation.goTo('matches');
    else notify(t('Your answers have not arrived yet. Please try again in a moment.'), 'failure');
  };
  return (
    <Button
      className="onboarding__sooner"
      disabled={!online}
      busy={isSending}
      onClick={() => void handleClick()}
    >
      {t('See who is there')}
    </Button>
  );
}
