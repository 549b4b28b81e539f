import { formatNumber, formatQuantity } from '@kianda/format';

const smallest = 0.1;

/** `2,5 %`; below a tenth `< 0,1 %`, because a connector with errors never has none. */
export function errorRateText(rate: number): string {
  if (rate > 0 && rate < smallest) return `<\u00a0${formatQuantity(smallest, '%', { decimals: 1 })}`;
  return formatQuantity(rate, '%', { decimals: 1 });
}

/** The number alone, for a tile that writes the unit itself. */
export function errorRateNumber(rate: number): string {
  return rate > 0 && rate < smallest ? `<\u00a0${formatNumber(smallest)}` : formatNumber(rate, { decimals: 1 });
}
