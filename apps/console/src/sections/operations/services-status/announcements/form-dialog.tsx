import {
  type StatusServiceId,
  statusServiceIds,
  statusServices,
} from '@kianda/contract/operations/services/announcements.contract';
import { Dialog } from '@kianda/ui';
import { Checkbox, SimpleGrid, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import styles from './announcements.module.css';
import { announcementTexts } from './texts.pt.ts';

const texts = announcementTexts.form;

type Props = {
  readonly title: string;
  readonly children: ReactNode;
  /** Fault of the fields, once a person tries to send them. */
  readonly problem?: string | null;
  readonly failure: string | null;
  readonly isRunning: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
};

/** A dialog of fields that are sent. */
export function FormDialog(props: Props) {
  const { title, children, problem = null, failure, isRunning, onSubmit, onClose } = props;
  const [tried, setTried] = useState(false);
  const wrong = tried && problem !== null ? problem : failure;
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problem === null && !isRunning) onSubmit();
        }}
      >
        <Stack gap="sm">
          {children}
          <p className={styles.note}>{`${texts.publicNote} ${texts.audited}`}</p>
          <DialogFoot failure={wrong} confirm={texts.save} isRunning={isRunning} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

type ServicesProps = {
  readonly value: readonly StatusServiceId[];
  readonly onChange: (services: StatusServiceId[]) => void;
};

/** Which services it is about, by the names people outside are told. */
export function ServicesField({ value, onChange }: ServicesProps) {
  return (
    <Checkbox.Group
      label={texts.services}
      withAsterisk
      value={[...value]}
      onChange={(chosen) => onChange(statusServiceIds.filter((id) => chosen.includes(id)))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt={6}>
        {statusServiceIds.map((id) => (
          <Checkbox key={id} value={id} label={statusServices[id]} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

export function knownServices(ids: readonly string[]): StatusServiceId[] {
  return statusServiceIds.filter((id) => ids.includes(id));
}
