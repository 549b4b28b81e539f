import { failureName } from '@kianda/contract/ingestion/connectors/failure-names';
import { formatInstant } from '@kianda/format';
import type { Absence } from './absence.rules.ts';

/** A connector by its name on screen, and why it has no data. */
export type NamedAbsence = { readonly name: string; readonly absence: Absence };

const listFormat = new Intl.ListFormat('pt-PT', { type: 'conjunction' });

/** Reason why there are no data, with what is known of each connector that would bring them. `subject` is what is missing. */
export function absenceReason(subject: string, connectors: readonly NamedAbsence[]): string {
  // Connectors of which the same is known share a clause.
  const groups = [...Map.groupBy(connectors, ({ absence }) => JSON.stringify(absence)).values()];
  const clauses = groups.flatMap((group) =>
    group.slice(0, 1).map(({ absence }) =>
      clauseOf(
        absence,
        group.map(({ name }) => name),
      ),
    ),
  );
  return `${subject}: ${clauses.join('; ')}.`;
}

function clauseOf(absence: Absence, names: readonly string[]): string {
  const areMany = names.length > 1;
  const nouns = `${areMany ? 's conectores' : ' conector'} ${listFormat.format(names.map((name) => `«${name}»`))}`;
  switch (absence.state) {
    case 'never_run':
      return `aguarda a primeira execução do${nouns}`;
    case 'first_run':
      return `a primeira execução do${nouns} está em curso desde ${formatInstant(absence.sinceMs)}`;
    case 'interrupted':
      return `a primeira execução do${nouns} foi interrompida`;
    case 'failing': {
      const failure = `o${nouns} ${areMany ? 'falham' : 'falha'} desde ${formatInstant(absence.sinceMs)}, classe do erro: ${failureName(absence.failure)}`;
      return absence.hasDelivered ? failure : `${failure}, e ainda não ${areMany ? 'entregaram' : 'entregou'} dados`;
    }
    case 'disabled':
      return `o${nouns} ${areMany ? 'estão desativados' : 'está desativado'}`;
    case 'without_such_data':
      return `o${nouns} ${areMany ? 'correram' : 'correu'} sem falhas até ${formatInstant(absence.untilMs)} e não ${areMany ? 'trouxeram' : 'trouxe'} estes dados`;
    case 'unknown':
      return `o${nouns} não ${areMany ? 'existem' : 'existe'} nesta instalação`;
  }
}
