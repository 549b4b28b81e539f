import {
  type StatusServiceId,
  statusServiceIds,
  statusServices,
} from '@kianda/contract/operations/services/announcements.contract';
import { Checkbox, SimpleGrid } from '@mantine/core';
import styles from './announcements.module.css';
import { announcementTexts } from './texts.pt.ts';

const texts = announcementTexts.form;

/** Who reads what is written here. */
export function PublicNote() {
  return <p className={styles.note}>{`${texts.publicNote} ${texts.audited}`}</p>;
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
