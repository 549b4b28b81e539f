import { toAppError } from '../../../../platform/http/problem.ts';
import { cutTo } from '../tools/cut.rules.ts';
import type { Asker, ToolAnswer, ToolCalls } from '../tools/tool-call.service.ts';
import { describeTool, inputSchemaOf } from '../tools/tool-schema.rules.ts';
import { type Checked, checkFigures } from './figures.rules.ts';
import { askModel, type ModelAccess, type ModelMessage } from './model.client.ts';

/** Tools that a model may call for one question, and characters of each answer that it reads. */
const callsAtMost = 3;
const answerChars = 12_000;

export type ModelTalk = {
  readonly answers: readonly {
    readonly answer: ToolAnswer;
    readonly input: Readonly<Record<string, string | number>>;
  }[];
  /** The model's text, held to the answers; null where it wrote none. */
  readonly checked: Checked | null;
};

const choosing =
  'És o assistente da Kianda, dos dados marinhos de Angola. Escolhe as ferramentas que respondem à pergunta e chama-as. ' +
  'Não respondas de memória. Se nenhuma serve, responde apenas: NENHUMA.';
const writing =
  'Responde à pergunta em português europeu, em até três frases, só com os valores das respostas das ferramentas, com unidade e data. ' +
  'Diz se os dados são simulados. Não faças contas nem previsões.';

/** One scalar argument as a card writes it. */
function plainInput(input: Readonly<Record<string, unknown>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  );
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/**
 * Lets a language model choose tools for a question and write about their answers. The tools answer with the permissions of
 * whoever asks; what the model writes is kept only where its figures are those of the answers.
 */
export async function talkWithModel(
  access: ModelAccess,
  tools: ToolCalls,
  question: string,
  asker: Asker,
): Promise<ModelTalk> {
  const today = new Date(access.clock.nowMs()).toISOString().slice(0, 10);
  const offered = tools.of(asker.principal).map((mark) => ({
    name: mark.name,
    description: describeTool(mark).slice(0, 500),
    parameters: inputSchemaOf(mark),
  }));
  const messages: ModelMessage[] = [
    { role: 'system', content: `${choosing} Hoje é ${today}.` },
    { role: 'user', content: question },
  ];
  const choice = await askModel(access, messages, offered);
  const calls = (choice.tool_calls ?? []).slice(0, callsAtMost);
  if (calls.length === 0) return { answers: [], checked: null };

  const answers: ModelTalk['answers'][number][] = [];
  messages.push({
    role: 'assistant',
    content: choice.content ?? null,
    tool_calls: calls.map((call) => ({ type: 'function', ...call })),
  });
  for (const { id, function: called } of calls) {
    const input = parsed(called.arguments);
    try {
      const answer = await tools.call(called.name, input, asker);
      answers.push({ answer, input: plainInput(input) });
      const { provenance, missing, data } = answer;
      messages.push({
        role: 'tool',
        tool_call_id: id,
        content: cutTo({ provenance, missing, data }, answerChars).json,
      });
    } catch (error) {
      const fault = toAppError(error);
      if (fault.code === 'internal') throw error;
      messages.push({ role: 'tool', tool_call_id: id, content: `${fault.code}: ${fault.message}` });
    }
  }
  if (answers.length === 0) return { answers, checked: null };
  const { content } = await askModel(access, [...messages, { role: 'system', content: writing }], []);
  const text = (content ?? '').trim().slice(0, 4_000);
  const sources = answers.map(({ answer: { data, provenance }, input }) => ({ data, provenance, input }));
  return { answers, checked: text === '' ? null : checkFigures(text, sources) };
}
