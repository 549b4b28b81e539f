import { toolNamed } from '@kianda/contract/people/assistant/tools';
import { describe, expect, it } from 'vitest';
import { suggestions } from '../suggestions.texts.ts';
import { requestOf, unknownArguments } from '../tools/tool-schema.rules.ts';
import type { Frame } from './language.types.ts';
import { parseQuestion } from './parse.rules.ts';
import { heldOutQuestions } from './testing/held-out.questions.ts';
import { knownNames } from './testing/names.ts';
import { tuningQuestions } from './testing/tuning.questions.ts';

const nowMs = Date.parse('2026-11-28T10:00:00Z');

type Case = { readonly question: string; readonly expected: string; readonly found: string };

const sorted = (parts: readonly string[]): string => parts.toSorted().join(' ');

/** The answer of the rules in the form of the list: days of Luanda, the place of a position, the days of a cut. */
function written(understanding: ReturnType<typeof parseQuestion>): string {
  if (!understanding.understood) return '-';
  const { tool, arguments: args, clip, place } = understanding;
  const isAt = 'lon' in args;
  const hidden = new Set(['limit', 'lon', 'lat', ...(clip === null ? [] : ['days', 'hours'])]);
  const parts = Object.entries(args)
    .filter(([name]) => !hidden.has(name))
    .map(
      ([name, value]) =>
        `${name}=${String(value)
          .replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1')
          .replaceAll(' ', '-')
          .replace(/-\(.*$/, '')}`,
    );
  if (isAt) parts.push(`at=${place?.replaceAll(' ', '-')}`);
  if (clip !== null) parts.push(`period=${clip.from}/${clip.to}`);
  return `${tool} ${sorted(parts)}`.trim();
}

function answered(list: string): readonly Case[] {
  let previous: Frame | null = null;
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const [asked = '', answer = ''] = line.split(' | ');
      const question = asked.replace(/^\+ /, '');
      const understanding = parseQuestion(question, {
        nowMs,
        names: knownNames,
        previous: asked === question ? null : previous,
      });
      previous = understanding.understood ? understanding.frame : null;
      const [tool = '', ...args] = answer.split(' ');
      return { question, expected: `${tool} ${sorted(args)}`.trim(), found: written(understanding) };
    });
}

function scoreOf(list: string) {
  const cases = answered(list);
  const wrong = cases.filter(({ expected, found }) => expected !== found);
  return { count: cases.length, share: 1 - wrong.length / cases.length, wrong };
}

/** Faults of a request that the endpoint of the tool itself would find. */
function faultsOf(understanding: ReturnType<typeof parseQuestion>): readonly string[] {
  if (!understanding.understood) return [];
  const { tool, arguments: args } = understanding;
  const endpoint = toolNamed(tool)?.endpoint;
  if (endpoint === undefined) return [`${tool} is no tool`];
  const { params, query } = requestOf(endpoint, args);
  return [
    ...unknownArguments(endpoint, args).map((name) => `${tool}: ${name} is no argument`),
    ...[endpoint.params?.safeParse(params), endpoint.query?.safeParse(query)].flatMap((checked) =>
      (checked?.error?.issues ?? []).map(({ path, message }) => `${tool}.${path.join('.')}: ${message}`),
    ),
  ];
}

describe('questions in Portuguese', () => {
  it('ask their tools for nothing that these would refuse', () => {
    const faults = `${tuningQuestions}${heldOutQuestions}`
      .split('\n')
      .map((line) => (line.split(' | ')[0] ?? '').replace(/^\+ /, ''))
      .flatMap((question) => faultsOf(parseQuestion(question, { nowMs, names: knownNames, previous: null })));
    expect([...new Set(faults)]).toEqual([]);
  });

  it('are the suggestions too: each finds its own tool', () => {
    const read = suggestions.map(([question]) => {
      const understanding = parseQuestion(question, { nowMs, names: knownNames, previous: null });
      return [question, understanding.understood ? understanding.tool : null];
    });
    expect(read).toEqual(suggestions.map((suggestion) => [...suggestion]));
  });

  const tuned = scoreOf(tuningQuestions);
  const heldOut = scoreOf(heldOutQuestions);

  it('are three hundred', () => {
    expect(tuned.count + heldOut.count).toBeGreaterThanOrEqual(300);
    expect(heldOut.count).toBe(100);
  });

  it('find tool and arguments by rules alone', () => {
    expect(tuned.share, JSON.stringify(tuned.wrong, null, 1)).toBeGreaterThanOrEqual(0.97);
  });

  it('find them also where the rules were never tuned', () => {
    expect(heldOut.share, JSON.stringify(heldOut.wrong, null, 1)).toBeGreaterThanOrEqual(0.9);
  });
});
