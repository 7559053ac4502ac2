import { Button, Drawing } from '@flint/ui';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}

/** A page with one message and one button. */
export function FullPageNotice({ title, text, action, onAction }: Props) {
  return (
    <main id="main" className="full-page">
      <section role="alert">
        <Drawing name="broken" />
        <h1 data-page-heading>{title}</h1>
        <p>{text}</p>
        <Button variant="primary" onClick={onAction}>
          {action}
        </Button>
      </section>
    </main>
  );
}
