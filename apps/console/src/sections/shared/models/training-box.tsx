import { allows } from '@kianda/contract';
import { type Model, trainModel } from '@kianda/contract/models/registry/models.contract';
import { named } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { IconBrain } from '@tabler/icons-react';
import { useAccount } from '../../../client/context.tsx';
import { RunProgress } from '../connectors/run-progress.tsx';
import styles from './models.module.css';
import { modelTexts as texts } from './texts.pt.ts';
import { isUnderWay, useTraining } from './use-models.ts';

type Props = { readonly model: Pick<Model, 'type' | 'name' | 'version' | 'training'> };

/** How the training of a model goes, or failed, with the buttons that start and cancel one for whoever may. */
export function TrainingBox({ model }: Props) {
  const { role } = useAccount();
  const mayTrain = allows(trainModel.access, role);
  const { train, cancel, isAsking, isCancelling } = useTraining(model);
  const { training } = model;
  const underWay = isUnderWay(training) ? training : null;
  const isTraining = isAsking || underWay !== null;
  const label = isTraining ? texts.training : model.version === null ? texts.train : texts.retrain;
  return (
    <div className={styles.training}>
      {underWay === null ? null : <RunProgress run={underWay} name={model.name} />}
      {training?.state === 'failed' ? (
        <p className={styles.failed}>{texts.failed(training.error ?? texts.failedWithoutReason)}</p>
      ) : null}
      {mayTrain ? (
        <Group gap="xs">
          <Button
            size="xs"
            leftSection={<IconBrain size={15} aria-hidden="true" />}
            disabled={isTraining}
            aria-label={named(label, model.name)}
            onClick={() => void train()}
          >
            {label}
          </Button>
          {underWay === null ? null : (
            <Button
              size="xs"
              variant="default"
              loading={isCancelling}
              aria-label={named(texts.cancel, model.name)}
              onClick={() => void cancel(underWay.id)}
            >
              {texts.cancel}
            </Button>
          )}
        </Group>
      ) : null}
    </div>
  );
}
