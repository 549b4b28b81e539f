import { randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import { permissions } from '@kianda/contract';
import type { search } from '@kianda/contract/operations/search/search.contract';
import {
  type AnswerCard,
  type assistantAbout,
  conversationsKept,
  type Turn,
  turnsKept,
} from '@kianda/contract/people/assistant/assistant.contract';
import { toolNamed } from '@kianda/contract/people/assistant/tools';
import type { listPlaces } from '@kianda/contract/sea/places/places.contract';
import { formatDay } from '@kianda/format';
import { wordsOf } from '@kianda/format/match';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { toAppError } from '../../../platform/http/problem.ts';
import { cardOf } from './answers/compose.rules.ts';
import type { AssistantRepository } from './assistant.repository.ts';
import type { Named, NotUnderstood, Reading, Understanding } from './language/language.types.ts';
import { parseQuestion } from './language/parse.rules.ts';
import { namePhrases } from './language/words.rules.ts';
import type { ModelAccess } from './model/model.client.ts';
import { type ModelTalk, talkWithModel } from './model/model-talk.service.ts';
import { suggestions } from './suggestions.texts.ts';
import type { Asker, ToolCalls } from './tools/tool-call.service.ts';
import { groupOf } from './tools/tool-schema.rules.ts';

type Dependencies = {
  readonly repository: AssistantRepository;
  readonly tools: ToolCalls;
  readonly clock: Clock;
  /** Null: rules alone. */
  readonly model: ModelAccess | null;
  readonly publicUrl: string;
};

export type AssistantService = ReturnType<typeof createAssistantService>;

/** Content of a turn, before it has a place in a conversation. */
type Reply = Omit<Turn, 'id' | 'at' | 'question'>;

/** Names are read again after this time: a vessel that was just heard is found by the search at once. */
const placesKeptMs = 60_000;
const suggestionsShown = 8;
const nearestShown = 3;

/** Answers questions about the platform's data, and keeps each account's conversations. */
export function createAssistantService({ repository, tools, clock, model, publicUrl }: Dependencies) {
  const placesOf = createPlaces(tools, clock);
  const allowed = (principal: Principal) => {
    const names = new Set<string>(tools.of(principal).map(({ name }) => name));
    return suggestions.filter(([, tool]) => names.has(tool)).map(([question]) => question);
  };

  async function understand(question: string, previous: Reading['frame'] | null, asker: Asker): Promise<Understanding> {
    const names = [...(await placesOf(asker)), ...(await namesFound(tools, question, asker))];
    return parseQuestion(question, { nowMs: clock.nowMs(), names, previous });
  }

  async function replyTo(question: string, understanding: Understanding, asker: Asker): Promise<Reply> {
    if (understanding.understood) return replyByRules(tools, understanding, asker);
    if (model !== null && understanding.reason === 'unknown') {
      const talk = await talkWithModel(model, tools, question, asker);
      if (talk.answers.length > 0) return replyByModel(talk);
    }
    return noReply(understanding, nearestTo(question, allowed(asker.principal)));
  }

  return {
    async ask(question: string, conversationId: string | undefined, asker: Asker) {
      const ownerId = asker.principal.accountId;
      if (conversationId !== undefined && (await repository.find(ownerId, conversationId)) === null)
        throw new AppError('not_found', { detail: 'Esta conversa já não existe.' });
      const previous = conversationId === undefined ? null : await repository.lastFrame(ownerId, conversationId);
      const understanding = await understand(question, previous, asker);
      const reply = await replyTo(question, understanding, asker);
      const at = new Date(clock.nowMs());
      const turn: Turn = { id: randomUUID(), at: at.toISOString(), question, ...reply };
      const id = conversationId ?? randomUUID();
      await repository.add({
        ...{ ownerId, conversationId: id, turn, at },
        // A question that was not understood does not end what was talked of.
        frame: understanding.understood ? understanding.frame : previous,
        keeps: { conversations: conversationsKept, turns: turnsKept },
      });
      return { conversationId: id, turn };
    },
    async list({ accountId }: Principal) {
      const rows = await repository.list(accountId, conversationsKept);
      return rows.map((row) => ({ ...written(row), turns: row.turns }));
    },
    async read({ accountId }: Principal, id: string) {
      const row = await repository.find(accountId, id);
      if (row === null) throw new AppError('not_found', { detail: 'Esta conversa já não existe.' });
      return { ...written(row), turns: [...(await repository.turns(accountId, id))] };
    },
    async forget({ accountId }: Principal, id: string): Promise<number> {
      const removed = await repository.remove(accountId, id);
      if (removed === 0) throw new AppError('not_found', { detail: 'Esta conversa já não existe.' });
      return removed;
    },
    forgetAll: ({ accountId }: Principal): Promise<number> => repository.remove(accountId, null),
    about(principal: Principal): DataOf<typeof assistantAbout> {
      return {
        suggestions: allowed(principal).slice(0, suggestionsShown),
        tools: tools.of(principal).map(({ name, title }) => ({ name, title, group: groupOf(name) })),
        model: model === null ? null : { name: model.settings.name, host: new URL(model.settings.url).host },
        mcpUrl: `${publicUrl.replace(/\/$/, '')}/mcp`,
      };
    },
  };
}

const written = (row: { id: string; title: string; created_at: Date; updated_at: Date }) => ({
  id: row.id,
  title: row.title,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Places that an account may see, read at most once a minute for each set of permissions. */
function createPlaces(tools: ToolCalls, clock: Clock) {
  const held = new Map<string, { readonly untilMs: number; readonly places: readonly Named[] }>();
  return async (asker: Asker): Promise<readonly Named[]> => {
    const { role, scopes } = asker.principal;
    const key = `${role} ${scopes?.join(',') ?? '*'}`;
    const known = held.get(key);
    if (known !== undefined && known.untilMs > clock.nowMs()) return known.places;
    const places = await placesFound(tools, asker);
    if (held.size > 50) held.clear();
    held.set(key, { untilMs: clock.nowMs() + placesKeptMs, places });
    return places;
  };
}

async function placesFound(tools: ToolCalls, asker: Asker): Promise<readonly Named[]> {
  try {
    const { data } = await tools.call('lugares_lista', { pageSize: 200, sort: 'kind' }, asker);
    return (data as DataOf<typeof listPlaces>).data.map(({ kind, id, name, lon, lat }) => ({
      ...{ kind, id, title: name },
      position: lon === null || lat === null ? null : ([lon, lat] as const),
    }));
  } catch (error) {
    if (toAppError(error).code === 'forbidden') return [];
    throw error;
  }
}

/** Vessels and species that the search finds for the words of a question which are no others. */
async function namesFound(tools: ToolCalls, question: string, asker: Asker): Promise<readonly Named[]> {
  const found = await Promise.all(
    namePhrases(question).map(async (q) => {
      try {
        const { data } = await tools.call('procura', { q: q.slice(0, 120), limit: 20 }, asker);
        return (data as DataOf<typeof search>).hits;
      } catch (error) {
        if (['forbidden', 'validation_failed'].includes(toAppError(error).code)) return [];
        throw error;
      }
    }),
  );
  return found.flat().flatMap(({ kind, id, title, detail }) => {
    if (kind !== 'vessel' && kind !== 'species') return [];
    const scientific = kind === 'species' ? detail.split(' · ')[0] : undefined;
    return [{ kind, id, title, ...(scientific === undefined ? {} : { names: [scientific] }) }];
  });
}

const base = { by: 'rules', struck: [], nearest: [], understood: null, cards: [] } as const;

async function replyByRules(tools: ToolCalls, reading: Reading, asker: Asker): Promise<Reply> {
  const { tool, arguments: args, clip, place, frame } = reading;
  const plain = { ...base, struck: [], nearest: [], cards: [], understood: understoodAs(reading) };
  try {
    const answer = await tools.call(tool, args, asker);
    const context = {
      arguments: args,
      clip,
      place,
      subject: frame.species?.title ?? null,
      only: frame.choices.only ?? null,
    };
    const { draft, card } = cardOf(answer, context);
    return { ...plain, outcome: draft.empty === true ? 'empty' : 'answered', text: draft.text, cards: [card] };
  } catch (error) {
    const fault = toAppError(error);
    if (fault.code === 'internal') throw error;
    if (fault.code === 'forbidden') return { ...plain, outcome: 'refused', text: refusedText(tool) };
    return { ...plain, outcome: 'failed', text: fault.message };
  }
}

function refusedText(tool: string): string {
  const access = toolNamed(tool)?.endpoint.access;
  const label =
    access !== undefined && access in permissions ? permissions[access as keyof typeof permissions].label : tool;
  return `A sua conta não tem a permissão para isto: «${label}». Peça-a a quem administra a plataforma.`;
}

function replyByModel({ answers, checked }: ModelTalk): Reply {
  const cards: AnswerCard[] = [];
  const texts: string[] = [];
  let isEmpty = true;
  for (const { answer, input } of answers) {
    const { draft, card } = cardOf(answer, { arguments: input, clip: null, place: null, subject: null, only: null });
    cards.push(card);
    texts.push(draft.text);
    isEmpty &&= draft.empty === true;
  }
  return {
    outcome: isEmpty ? 'empty' : 'answered',
    by: 'model',
    // Where nothing of the model's text stands, the tools speak for themselves.
    text: checked === null || checked.text === '' ? texts.join(' ') : checked.text,
    understood: null,
    struck: (checked?.struck ?? []).map(({ sentence, figures }) => ({ sentence, figures: [...figures] })),
    cards,
    nearest: [],
  };
}

const reasons: Readonly<Record<NotUnderstood['reason'], string>> = {
  future: 'Não faço previsões: só digo o que os dados dizem até agora.',
  act: 'Só respondo a perguntas: não mudo, não apago nem envio nada.',
  unknown: 'Não sei responder a isso com os dados da plataforma.',
};

function noReply({ reason }: NotUnderstood, nearest: readonly string[]): Reply {
  const more = nearest.length === 0 ? '' : ' O mais próximo a que sei responder:';
  return { ...base, struck: [], cards: [], outcome: 'none', text: `${reasons[reason]}${more}`, nearest: [...nearest] };
}

/** The questions that share most words with one that has no answer; the first ones where none does. */
function nearestTo(question: string, known: readonly string[]): readonly string[] {
  const words = new Set(wordsOf(question).filter((word) => word.length > 3));
  const shared = (other: string) => wordsOf(other).filter((word) => words.has(word)).length;
  return known.toSorted((a, b) => shared(b) - shared(a)).slice(0, nearestShown);
}

/** How a question was read, for the person to see a mistake: the tool, the place and the days. */
function understoodAs({ tool, place, clip, arguments: args, frame }: Reading): string {
  const title = toolNamed(tool)?.title ?? tool;
  const period = clip ?? (args.from === undefined ? null : frame.period);
  const days =
    period === null
      ? null
      : period.from === period.to
        ? formatDay(period.from)
        : `${formatDay(period.from)} a ${formatDay(period.to)}`;
  const subject = frame.species?.title ?? frame.vessel?.title ?? null;
  const isSubject = subject !== null && (args.search !== undefined || args.aphiaId !== undefined);
  return [title, place ?? (args.port === undefined ? null : String(args.port)), isSubject ? subject : null, days]
    .filter((part) => part !== null)
    .join(' · ');
}
