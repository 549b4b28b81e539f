import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

/** Actions of a page about services: opens the related page, and checks again now. */
export function ServicesPageActions(props: {
  readonly beside: string;
  readonly onBeside: () => void;
  readonly again: string;
  readonly isRunning: boolean;
  readonly onAgain: () => void;
}) {
  return (
    <Group gap="xs">
      <Button variant="default" onClick={props.onBeside}>
        {props.beside}
      </Button>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        loading={props.isRunning}
        onClick={props.onAgain}
      >
        {props.again}
      </Button>
    </Group>
  );
}
