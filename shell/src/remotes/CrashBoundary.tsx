import { Component, type ReactNode } from 'react';

interface Props {
  /** Another value starts over: the next screen of the same remote is not blamed for this one. */
  readonly resetKey: string;
  readonly fallback: ReactNode;
  readonly onCrash: (error: unknown) => void;
  readonly children: ReactNode;
}

interface State {
  readonly crashed: boolean;
  readonly resetKey: string;
}

/** Catches what a remote throws while rendering; the frame around it lives on. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { crashed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { crashed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { crashed: false, resetKey };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error);
  }

  override render(): ReactNode {
    return this.state.crashed ? this.props.fallback : this.props.children;
  }
}
