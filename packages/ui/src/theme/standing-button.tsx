import type { ComponentProps, MouseEvent } from 'react';

type Props = ComponentProps<'button'> & {
  /** As Mantine marks a button: busy, and out of use. */
  readonly 'data-loading'?: boolean;
  readonly 'data-disabled'?: boolean;
};

const nothing = (event: MouseEvent) => event.preventDefault();

/**
 * The button below every button. While it is busy it keeps the focus and its name and does nothing: a button that its own
 * click switches off loses the focus, and whoever works by keyboard or hears the page stands nowhere.
 */
export function StandingButton({ type = 'button', disabled, onClick, ...others }: Props) {
  const isBusy = others['data-loading'] === true && others['data-disabled'] !== true;
  if (!isBusy) return <button type={type} disabled={disabled} onClick={onClick} {...others} />;
  return <button type={type} {...others} aria-disabled="true" aria-busy="true" onClick={nothing} />;
}
