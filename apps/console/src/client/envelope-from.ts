import { clientVersion, type Endpoint, type Envelope, envelopeOf, provenanceSchema } from '@kianda/contract';
import { CallFailure } from './failure.ts';
import { clientTexts } from './texts.pt.ts';

/** Envelope of an answer, checked against the contract. Throws `CallFailure` of kind `format` where it differs. */
export async function envelopeFrom(endpoint: Endpoint, response: Response): Promise<Envelope<unknown>> {
  const body: unknown = await response.json().catch(() => undefined);
  const bare = endpoint.format === 'plain' || endpoint.format === 'standard';
  const envelope = bare ? wrapped(body, response.headers, endpoint) : body;
  const accepted = envelopeOf(endpoint.response).safeParse(envelope);
  if (accepted.success) return accepted.data;
  throw new CallFailure({
    kind: 'format',
    message: clientTexts.badFormat,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    cause: accepted.error,
  });
}

/** Puts a body whose shape is fixed by a standard into the common envelope; its provenance comes from a header or a field. */
function wrapped(body: unknown, headers: Headers, endpoint: Endpoint): unknown {
  const header = headers.get('x-kianda-provenance');
  const date = headers.get('date');
  const parsed = provenanceSchema.safeParse(
    header === null ? (body as { readonly provenance?: unknown } | null | undefined)?.provenance : parsedOrNull(header),
  );
  const provenance = parsed.data;
  const retrievedAt = provenance === undefined || provenance.state === 'fallback' ? null : provenance.retrievedAt;
  const sent = Date.parse(date ?? retrievedAt ?? '');
  const timestamp = Number.isNaN(sent) ? undefined : new Date(sent).toISOString();
  // Standards define no provenance and foreign services send no header: the answer itself is then the live source.
  const answered = { state: 'live', source: endpoint.service, observedAt: timestamp, retrievedAt: timestamp };
  const origin = provenance ?? (endpoint.format === 'standard' ? answered : undefined);
  const cached = provenance?.state === 'cached';
  return { success: true, data: body, metadata: { timestamp, version: clientVersion, cached, provenance: origin } };
}

/** Parsed JSON; null for a header that is not JSON, which counts as absent. */
function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
