import { backfillOperations } from './backfill-operations.ts';
import { insightOperations } from './insight-operations.ts';
import { createOperationsContext } from './operations.context.ts';
import type { OperationsDependencies } from './operations.types.ts';
import { runOperations } from './run-operations.ts';
import { settingOperations } from './setting-operations.ts';

export type ConnectorOperations = ReturnType<typeof createConnectorOperations>;

/** Work of operators on connectors beside running them; every change is audited. */
export function createConnectorOperations(dependencies: OperationsDependencies) {
  const context = createOperationsContext(dependencies);
  return {
    ...runOperations(context),
    ...settingOperations(context),
    ...backfillOperations(context),
    ...insightOperations(context),
  };
}
