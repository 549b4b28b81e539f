import { createHttpClient, ProviderError } from '@kianda/connectors';
import { authority } from '@kianda/connectors/core/guard';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';

/** Address of an OpenAI-compatible service (`https://host/v1`), the model's name and its key, as settings give them. */
export type ModelSettings = { readonly url: string; readonly name: string; readonly key: string | null };

export type ModelAccess = {
  readonly settings: ModelSettings;
  readonly clock: Clock;
  readonly random: () => number;
  readonly userAgent: () => string;
  /** `host:port` that may be reached although its address is private: a model on the own network. */
  readonly allowPrivateHosts: readonly string[];
};

export type ModelTool = { readonly name: string; readonly description: string; readonly parameters: object };
export type ModelMessage = Readonly<Record<string, unknown>>;

const timeoutMs = 25_000;
const maxBytes = 1_000_000;

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
});

export type ModelAnswer = z.infer<typeof answerSchema>['choices'][number]['message'];

/** Asks the model for its next message. Throws `provider_failed`, without what the service wrote. */
export async function askModel(
  access: ModelAccess,
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
): Promise<ModelAnswer> {
  const { settings, clock } = access;
  const url = `${settings.url.replace(/\/$/, '')}/chat/completions`;
  const client = createHttpClient({
    userAgent: access.userAgent(),
    allowedHosts: [authority(new URL(url))],
    allowPrivateHosts: access.allowPrivateHosts,
    nowMs: () => clock.nowMs(),
    random: access.random,
    maxAttempts: 1,
    maxRedirects: 0,
    maxBytes,
    timeoutMs,
  });
  try {
    const { bytes } = await client.request({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(settings.key === null ? {} : { authorization: `Bearer ${settings.key}` }),
      },
      body: JSON.stringify({
        model: settings.name,
        temperature: 0,
        messages,
        ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
      }),
    });
    const read = answerSchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    if (!read.success)
      throw new AppError('provider_failed', { detail: 'O modelo respondeu de uma forma desconhecida.' });
    return read.data.choices[0]?.message ?? {};
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (!(error instanceof ProviderError) && !(error instanceof SyntaxError)) throw error;
    throw new AppError('provider_failed', {
      detail: 'O modelo de linguagem não respondeu.',
      downstream: true,
      cause: error,
    });
  } finally {
    await client.close();
  }
}
