import { Component, type ReactNode } from 'react';

interface Props {
  /** A new value resets the boundary: the children are rendered again. */
  readonly resetKey: unknown;
  readonly renderFallback: (error: unknown) => ReactNode;
  readonly onCrash: (error: unknown) => void;
  readonly children: ReactNode;
}

interface State {
  readonly crash: { readonly error: unknown } | null;
  readonly resetKey: unknown;
}

/** Catches what its children throw while rendering and in effects. An effect that throws when it is cleaned up on unmounting reaches the boundary above. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { crash: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { crash: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { crash: null, resetKey };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error);
  }

  override render(): ReactNode {
    const { crash } = this.state;
    return crash ? this.props.renderFallback(crash.error) : this.props.children;
  }
}
