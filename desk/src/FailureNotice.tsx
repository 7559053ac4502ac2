import { Button, Notice } from '@flint/ui';

interface Props {
  readonly title: string;
  readonly tone?: 'failure' | 'warning';
  /** The text of the button. */
  readonly label?: string;
  readonly onRetry: () => unknown;
}

/** A notice of what could not be done, or is outdated, with the button that tries again. */
export const FailureNotice = ({ title, tone = 'failure', label = 'Try again', onRetry }: Props) => (
  <Notice
    tone={tone}
    title={title}
    action={
      <Button size="s" onClick={() => void onRetry()}>
        {label}
      </Button>
    }
  />
);
