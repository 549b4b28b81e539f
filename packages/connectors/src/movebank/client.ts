import { createHash } from 'node:crypto';
import { ProviderError } from '../core/failures.ts';
import type { HttpResponse, RawBody } from '../core/http.ts';
import { decodeText } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { EVENT_COLUMNS, type Sensor, STUDY_COLUMNS } from './wire.ts';

/** User name under which the password is an API token, not that of an account. */
const TOKEN_ACCOUNT = 'api-token';
const MOST_LICENCES = 2;

/** Selects fixes by the time they were made, or by the time Movebank received or changed them. */
export type EventRange = {
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly updatedFromMs?: number;
};

type MovebankClient = {
  /** Studies of which the account may download data. */
  studies(): Promise<{ readonly rows: readonly CsvRow[]; readonly raw: RawBody }>;
  /** Fixes of one study by one kind of sensor; null where its owner gives this account none. */
  events(
    studyId: string,
    sensor: Sensor,
    range: EventRange,
  ): Promise<{ readonly rows: readonly CsvRow[]; readonly raw: RawBody } | null>;
};

/**
 * Movebank's REST interface: one request at a time, as it asks. Accepts the licence of a study where it is shown before
 * the data, and logs it. Throws `ProviderError`: `auth` without an account.
 */
export function createMovebankClient(settings: ConnectorSettings, context: PullContext): MovebankClient {
  const address = `${settings.baseUrl.replace(/\/+$/, '')}/movebank/service/direct-read`;
  const { username = '', password = '' } = settings.credentials ?? {};
  if (username === '' || password === '')
    throw new ProviderError('auth', 'Movebank: faltam as credenciais «username» e «password»');
  const byToken = username === TOKEN_ACCOUNT;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

  async function ask(query: Readonly<Record<string, string>>, cookie?: string): Promise<HttpResponse> {
    const url = `${address}?${new URLSearchParams(query)}`;
    const response = await context.http.request({
      url: byToken ? `${url}&api-token=${encodeURIComponent(password)}` : url,
      headers: {
        accept: 'text/csv, text/plain, */*',
        ...(byToken ? {} : { authorization }),
        ...(cookie === undefined ? {} : { cookie }),
      },
      signal: context.signal,
      // Licence terms and refusals come as pages here; the code below distinguishes them.
      takesPages: true,
      resource: `direct-read:${query.entity_type}`,
      timeoutMs: 120_000,
      maxBytes: 128 * 1024 * 1024,
    });
    // The body is stored with its address, which others may read later: the token must not be in it.
    return { ...response, url };
  }

  /**
   * The answer behind the licence, if there is one: sent again in the same session with the MD5 of the terms shown. Terms
   * that come once more were changed meanwhile, or were not the ones of this study: they are answered once more too.
   */
  async function accepted(query: Readonly<Record<string, string>>): Promise<HttpResponse> {
    let answer = await ask(query);
    for (let shown = 0; showsLicence(answer); shown += 1) {
      if (shown === MOST_LICENCES)
        throw new ProviderError('auth', `Movebank: o estudo ${query.study_id} não aceita a aceitação da sua licença`);
      const md5 = createHash('md5').update(answer.bytes).digest('hex');
      context.log('info', 'Termos de licença do estudo aceites no Movebank', {
        study: query.study_id,
        licenceMd5: md5,
      });
      answer = await ask({ ...query, 'license-md5': md5 }, cookiesOf(answer));
    }
    return answer;
  }

  return {
    async studies() {
      const raw = await ask({
        entity_type: 'study',
        i_have_download_access: 'true',
        attributes: STUDY_COLUMNS.join(','),
      });
      refuseHtml(raw);
      return { rows: readCsv(raw, STUDY_COLUMNS), raw };
    },

    async events(studyId, sensor, { fromMs, toMs, updatedFromMs }) {
      const raw = await accepted({
        entity_type: 'event',
        study_id: studyId,
        sensor_type_id: String(sensor.typeId),
        attributes: EVENT_COLUMNS.join(','),
        ...(fromMs === undefined ? {} : { timestamp_start: stamp(fromMs) }),
        ...(toMs === undefined ? {} : { timestamp_end: stamp(toMs) }),
        ...(updatedFromMs === undefined ? {} : { update_ts_start: stamp(updatedFromMs) }),
      });
      // A refusal comes as a page with status 200.
      if (/^\s*<p>No data available/i.test(decodeText(raw))) return null;
      refuseHtml(raw);
      return { rows: readCsv(raw, EVENT_COLUMNS), raw };
    },
  };
}

function showsLicence({ headers }: HttpResponse): boolean {
  return headers['accept-license']?.trim().toLowerCase() === 'true';
}

/** Name and value of each cookie set; several come joined, and their expiry dates contain commas too. */
function cookiesOf({ headers }: HttpResponse): string {
  return (headers['set-cookie'] ?? '')
    .split(/,(?=\s*[^\s;,=]+=)/)
    .map((cookie) => cookie.split(';', 1)[0]?.trim() ?? '')
    .join('; ');
}

function refuseHtml(body: RawBody): void {
  const start = decodeText(body).trimStart().slice(0, 200);
  if (start.startsWith('<'))
    throw new ProviderError('provider', `Movebank respondeu uma página em vez de CSV: ${start}`);
}

/** `yyyyMMddHHmmssSSS`, UTC. */
function stamp(timeMs: number): string {
  return new Date(timeMs).toISOString().replaceAll(/\D/g, '');
}
