import { type ServiceCondition, serviceConditions } from '@kianda/contract/operations/services/status-page.contract';
import { escapeMarkup } from './markup.ts';

/** White text on each has a contrast of at least 4.5:1. */
const colours: Readonly<Record<ServiceCondition, string>> = {
  operational: '#1d7a46',
  degraded: '#8a5300',
  down: '#b3261e',
  maintenance: '#2b5d9b',
  unknown: '#5b6672',
};
/** Mean advance of a letter of 11 px Verdana: `textLength` fits the text into the box whatever the font. */
const letterPx = 6.6;

/** A badge of 20 px: what it is about, and its state. */
export function badgeSvg(label: string, state: ServiceCondition): string {
  const value = serviceConditions[state].toLocaleLowerCase('pt-PT');
  const [labelPx, valuePx] = [widthOf(label), widthOf(value)];
  const title = escapeMarkup(`${label}: ${value}`);
  const box = (text: string, x: number, px: number, fill: string) =>
    `<rect x="${x}" width="${px}" height="20" fill="${fill}"/><text x="${x + px / 2}" y="14" textLength="${px - 12}">${escapeMarkup(text)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${labelPx + valuePx}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="r"><rect width="${labelPx + valuePx}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)" fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${box(label, 0, labelPx, '#3b4650')}${box(value, labelPx, valuePx, colours[state])}
</g></svg>
`;
}

function widthOf(text: string): number {
  return Math.round(text.length * letterPx) + 12;
}
