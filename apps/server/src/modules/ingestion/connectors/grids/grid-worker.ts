/** Reads one binary file of a provider, in a process of its own: `read-grids.ts` starts it. */
import { windsReader } from '@kianda/connectors/cds/nc4';
import { ProviderError } from '@kianda/connectors/core/failures';
import { griddapDaysReader, griddapReader } from '@kianda/connectors/erddap/nc';
import { serveParser } from '../../../../platform/untrusted/parser-process.ts';
import type { GridAnswer, GridTask } from './read-grids.ts';

const readers = { winds: windsReader, griddap: griddapReader, 'griddap-days': griddapDaysReader } as const;

await serveParser<GridTask, GridAnswer>(async function* ({ reader, body, wanted }) {
  try {
    // The server sends what the reader of this name was given.
    yield [{ slices: await readers[reader].read(body, wanted as never) }];
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    yield [{ failure: error.failure, message: error.message }];
  }
});
