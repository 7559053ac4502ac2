import { Button, PageNotice } from '@flint/ui';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}

/** A page with one message and one button. */
export function FullPageNotice({ title, text, action, onAction }: Props) {
  return (
    <main id="main">
      <PageNotice
        role="alert"
        title={title}
        text={text}
        action={
          <Button variant="primary" onClick={onAction}>
            {action}
          </Button>
        }
      />
    </main>
  );
}
