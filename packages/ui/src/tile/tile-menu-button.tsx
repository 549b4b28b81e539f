import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { uiTexts } from '../texts.pt.ts';
import styles from './tile.module.css';

type ButtonProps = ActionIconProps &
  Omit<ComponentProps<'button'>, keyof ActionIconProps | 'color'> & {
    /** Name of the figure. */
    readonly label: string;
  };

/** The button with three dots. */
export function TileMenuButton({ label, ...button }: ButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      {...button}
      className={cx(styles.menu, 'k-no-print')}
      aria-label={uiTexts.tile.menu(label)}
    >
      <IconDots size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
