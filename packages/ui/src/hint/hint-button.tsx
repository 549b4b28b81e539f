import { type ComponentProps, type ComponentType, type ReactNode, useId, useRef, useState } from 'react';

type Bubble = ComponentType<{
  readonly target: HTMLElement;
  readonly isOpen: boolean;
  readonly width: number | undefined;
  readonly children: ReactNode;
}>;
type Props = Omit<ComponentProps<'button'>, 'type' | 'ref'> & {
  /** Details shown beside the button on hover, focus or touch. */
  readonly hint: ReactNode;
  /** Width of the details in pixels. */
  readonly hintWidth?: number;
};

/**
 * A button whose details open on hover, focus or touch. What draws them comes with the first such wish: it weighs more than most
 * pages' own code.
 */
export function HintButton({ hint, hintWidth, children, ...button }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [bubble, setBubble] = useState<{ readonly Bubble: Bubble } | null>(null);
  const open = () => {
    setOpen(true);
    if (bubble !== null) return;
    import('./hint-bubble.tsx').then(
      (module) => setBubble({ Bubble: module.default }),
      // Without a network the details wait for the next hover; the button says the essential by itself.
      (error: unknown) => console.warn('kianda: pormenores por carregar', error),
    );
  };
  const close = () => setOpen(false);
  return (
    <>
      <button
        {...button}
        ref={target}
        type="button"
        aria-describedby={isOpen && bubble !== null ? id : undefined}
        onMouseEnter={open}
        onMouseLeave={close}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) open();
        }}
        onBlur={close}
        onKeyDown={({ key }) => {
          if (key === 'Escape') close();
        }}
      >
        {children}
      </button>
      {bubble === null || target.current === null ? null : (
        <bubble.Bubble target={target.current} isOpen={isOpen} width={hintWidth}>
          <span id={id}>{hint}</span>
        </bubble.Bubble>
      )}
    </>
  );
}
