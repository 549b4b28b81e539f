import { AppError } from '../../../../platform/http/errors.ts';
import type { ResolvedConnector } from '../registry/connector-registry.ts';
import type { OperationsDependencies } from './operations.types.ts';

export type OperationsContext = ReturnType<typeof createOperationsContext>;

/** The dependencies of the operations, with the look-ups that they share; each look-up throws `not_found`. */
export function createOperationsContext(dependencies: OperationsDependencies) {
  const { registry, operations, clock } = dependencies;

  async function connectorNamed(id: string): Promise<ResolvedConnector> {
    const found = await registry.find(id);
    if (found === null) throw new AppError('not_found', { detail: `Não existe o conector «${id}».` });
    return found;
  }

  return {
    ...dependencies,
    now: () => new Date(clock.nowMs()),
    connectorNamed,
    async streamNamed(id: string, streamId: string): Promise<ResolvedConnector> {
      const found = await connectorNamed(id);
      if (found.connector.streams.some((stream) => stream.id === streamId)) return found;
      throw new AppError('not_found', { detail: `O conector «${id}» não tem o fluxo «${streamId}».` });
    },
    async runNamed(runId: string) {
      const run = await operations.run(runId);
      if (run === undefined) throw new AppError('not_found', { detail: 'Não existe esta execução.' });
      return run;
    },
  };
}
