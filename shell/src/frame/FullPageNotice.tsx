import { BrokenSpark } from './BrokenSpark';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}

/** A page of one message and one way on. */
export function FullPageNotice({ title, text, action, onAction }: Props) {
  return (
    <main id="main" className="full-page">
      <section role="alert">
        <BrokenSpark />
        <h1 data-page-heading>{title}</h1>
        <p>{text}</p>
        <button type="button" className="frame-button" onClick={onAction}>
          {action}
        </button>
      </section>
    </main>
  );
}
