import { FirstOf, More, PageStack } from '@kianda/ui';
import type { ReactNode } from 'react';
import { phoneQuery, useMedia } from '../../platform/use-media.ts';

type MoreProps = {
  /** Names what is folded, in the button. */
  readonly of: string;
  readonly children: ReactNode;
};

/** The less important rest of a page: folded on a phone, and simply there on a wider screen. */
export function PhoneMore({ of, children }: MoreProps) {
  return useMedia(phoneQuery) ? (
    <More of={of}>
      <PageStack>{children}</PageStack>
    </More>
  ) : (
    children
  );
}

type FirstProps<T> = {
  readonly items: readonly T[];
  /** How many stand before the button on a phone. */
  readonly first: number;
  readonly of: string;
  readonly children: (items: readonly T[]) => ReactNode;
};

/** The first of a list on a phone, with the rest behind «Ver mais»; the whole list on a wider screen. */
export function PhoneFirst<T>({ items, first, of, children }: FirstProps<T>) {
  if (!useMedia(phoneQuery)) return children(items);
  return (
    <FirstOf items={items} first={first} of={of}>
      {children}
    </FirstOf>
  );
}
