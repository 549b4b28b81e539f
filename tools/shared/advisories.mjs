/** Advisories of the package registry for what is installed to run, as the security panel shows them. */
import { renameSync, writeFileSync } from 'node:fs';
import { command } from './stages.mjs';

const severities = ['critical', 'high', 'moderate', 'low'];
const longestReason = 200;

/** Asks the registry and writes `file`; an answer that can't be had is written with its reason, and fails nothing. */
export async function writeAdvisories(file, checkedAt) {
  const { output } = await command('npm', ['audit', '--omit=dev', '--json'], {});
  const advisories = { checkedAt, ...advisoriesOf(output) };
  writeFileSync(`${file}.novo`, JSON.stringify(advisories));
  renameSync(`${file}.novo`, file);
}

/** From what `npm audit --json` printed, warnings around it included. */
export function advisoriesOf(output) {
  const start = output.indexOf('{');
  const end = output.lastIndexOf('}');
  try {
    const answer = JSON.parse(output.slice(start, end + 1));
    const found = answer.metadata?.vulnerabilities;
    if (found !== undefined) {
      return { counts: Object.fromEntries(severities.map((name) => [name, found[name] ?? 0])), reason: null };
    }
    return { counts: null, reason: withoutAddress(answer.message ?? 'resposta sem contagens') };
  } catch {
    return { counts: null, reason: 'o npm não respondeu em JSON' };
  }
}

function withoutAddress(text) {
  return String(text)
    .replaceAll(/https?:\/\/\S+/g, '')
    .trim()
    .slice(0, longestReason);
}
