import { formatFlag, formatGear } from '@kianda/format';

type Props = { readonly code: string };

/** A flag by its country's name, with its letters on hover. */
export const FlagName = ({ code }: Props) => <span title={code}>{formatFlag(code)}</span>;

/** A gear by its name, with its class on hover. */
export const GearName = ({ code }: Props) => <span title={code}>{formatGear(code)}</span>;
