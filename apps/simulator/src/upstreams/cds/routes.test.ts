import { jobWire, problemWire, resultsWire } from '@kianda/connectors/cds/wire';
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { cds } from './routes.ts';

const clock = manualClock(Date.UTC(2026, 8, 1, 6));
const app = createSimulator({ seed: 8478, clock, providers: [cds] });
const inputs = {
  product_type: ['reanalysis'],
  variable: ['10m_u_component_of_wind', '10m_v_component_of_wind'],
  year: ['2026'],
  month: ['08'],
  day: ['20'],
  time: ['00:00', '12:00'],
  area: [-4.4, 8, -18, 14],
  data_format: 'netcdf',
};
const execution = '/cds/api/retrieve/v1/processes/reanalysis-era5-single-levels/execution';

const post = (change: object = {}, token = 'test') =>
  app.inject({
    method: 'POST',
    url: execution,
    headers: { 'private-token': token },
    payload: { inputs: { ...inputs, ...change } },
  });
const get = (url: string) => app.inject({ url, headers: { 'private-token': 'test' } });

async function finished(change: object = {}) {
  const { jobID } = jobWire.parse((await post(change)).json());
  const looks = [];
  for (let look = 0; look < 2; look += 1)
    looks.push(jobWire.parse((await get(`/cds/api/retrieve/v1/jobs/${jobID}`)).json()).status);
  return { looks, results: await get(`/cds/api/retrieve/v1/jobs/${jobID}/results`) };
}

describe('job', () => {
  test('accepted, running, successful; then a NetCDF-4 file of the size said', async () => {
    const answer = await post();
    expect([answer.statusCode, jobWire.parse(answer.json()).status]).toEqual([201, 'accepted']);
    const { looks, results } = await finished();
    expect(looks).toEqual(['running', 'successful']);
    const { value } = resultsWire.parse(results.json()).asset;
    const file = await app.inject({ url: new URL(value.href).pathname });
    expect(file.rawPayload.length).toBe(value['file:size']);
    expect(file.rawPayload.subarray(1, 4).toString()).toBe('HDF');
  });

  test('results before it is done: 404', async () => {
    const { jobID } = jobWire.parse((await post()).json());
    expect((await get(`/cds/api/retrieve/v1/jobs/${jobID}/results`)).statusCode).toBe(404);
  });

  test('of days not out yet fails, and says so', async () => {
    const { looks, results } = await finished({ day: ['30'] });
    expect(looks).toEqual(['running', 'failed']);
    expect(results.statusCode).toBe(400);
    expect(problemWire.parse(results.json()).traceback).toContain('available yet');
  });

  test('an unknown one: 404', async () => {
    expect((await get('/cds/api/retrieve/v1/jobs/x')).statusCode).toBe(404);
  });
});

describe('refusals', () => {
  test('no token 401, licence not accepted 403, too large 403, not understood 400', async () => {
    expect((await app.inject({ method: 'POST', url: execution, payload: { inputs } })).statusCode).toBe(401);
    const licence = await post({}, 'sem-licenca');
    expect([licence.statusCode, problemWire.parse(licence.json()).title]).toEqual([
      403,
      'required licences not accepted',
    ]);
    const days = Array.from({ length: 31 }, (_, day) => String(day + 1));
    const years = Array.from({ length: 60 }, (_, year) => String(1960 + year));
    const large = await post({ year: years, day: days, month: ['01', '02', '03'] });
    expect([large.statusCode, problemWire.parse(large.json()).title]).toEqual([403, 'cost limits exceeded']);
    expect((await post({ variable: 'wind' })).statusCode).toBe(400);
  });
});
