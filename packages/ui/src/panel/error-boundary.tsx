import { Component, type ErrorInfo, type ReactNode } from 'react';

type Props = {
  readonly children: ReactNode;
  readonly fallback: (error: Error, reset: () => void) => ReactNode;
  /** Called once per caught error, with React's component stack. */
  readonly onError?: ((error: Error, componentStack: string) => void) | undefined;
};

/** Limits an error of presentation to its part of the page. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidCatch(thrown: unknown, info: ErrorInfo): void {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    this.props.onError?.(error, info.componentStack ?? '');
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : this.props.fallback(error, () => this.setState({ error: null }));
  }
}
