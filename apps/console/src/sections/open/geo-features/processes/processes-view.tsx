import { getProcess, listProcesses } from '@kianda/contract/open/features/processes.contract';
import { EmptyState, Panel, PanelFrame } from '@kianda/ui';
import { NavLink } from '@mantine/core';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../page.module.css';
import { processTexts as texts } from '../texts.pt.ts';
import { ProcessForm } from './process-form.tsx';
import { ProcessJobs } from './process-jobs.tsx';

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);

type Props = { readonly chosen: string | undefined; readonly onChoose: (id: string) => void };

/** Analyses of the service, the form of the chosen one, and what was run in the background. */
export function ProcessesView({ chosen, onChoose }: Props) {
  const processes = useEndpoint(listProcesses, {}, { refetchSeconds: 0 });
  const titles = new Map(processes.sourced?.value.processes.map(({ id, title }) => [id, textOf(title, id)]));
  return (
    <div className={styles.columns}>
      <Panel
        title={texts.title}
        source={processes}
        isEmpty={(value) => value.processes.length === 0}
        empty={<EmptyState title={texts.empty} />}
      >
        {(value) => (
          <div className={styles.list}>
            {value.processes.map(({ id, description }) => (
              <NavLink
                key={id}
                component="button"
                type="button"
                active={id === chosen}
                aria-current={id === chosen}
                label={titles.get(id) ?? id}
                description={textOf(description, '')}
                onClick={() => onChoose(id)}
              />
            ))}
          </div>
        )}
      </Panel>
      <div className={styles.detail}>
        {chosen === undefined ? (
          <PanelFrame title={texts.title}>
            <p>{texts.choose}</p>
          </PanelFrame>
        ) : (
          <Process key={chosen} id={chosen} />
        )}
        <ProcessJobs titles={titles} />
      </div>
    </div>
  );
}

function Process({ id }: { readonly id: string }) {
  const process = useEndpoint(getProcess, { params: { processId: id } }, { refetchSeconds: 0 });
  const value = process.sourced?.value;
  return (
    <Panel title={textOf(value?.title, id)} description={textOf(value?.description, '')} source={process}>
      {({ inputs, title }) => <ProcessForm id={id} title={textOf(title, id)} inputs={inputs} />}
    </Panel>
  );
}
