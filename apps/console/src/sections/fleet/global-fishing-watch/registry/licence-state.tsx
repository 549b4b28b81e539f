import type { Licence } from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatDate } from '@kianda/format';
import { StatusPill } from '@kianda/ui';
import { licenceStateTexts as texts } from './texts.pt.ts';

/** Whether a licence holds today, and why it does not. */
export function LicenceState({ licence }: { readonly licence: Pick<Licence, 'isValid' | 'isSuspended'> }) {
  if (licence.isSuspended) return <StatusPill tone="attention">{texts.suspended}</StatusPill>;
  return (
    <StatusPill tone={licence.isValid ? 'good' : 'unknown'}>{licence.isValid ? texts.valid : texts.invalid}</StatusPill>
  );
}

/** Days on which a licence was, is or will be suspended. */
export function SuspensionList({ suspensions }: Pick<Licence, 'suspensions'>) {
  return suspensions.map(({ from, to, reason }) => (
    <span key={`${from} ${to}`}>
      {texts.suspension(formatDate(from), to === null ? null : formatDate(to))}
      {reason === '' ? '' : ` (${reason})`}
    </span>
  ));
}
