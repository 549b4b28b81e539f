import type { UserSettings } from '@kianda/contract/people/identity/settings.contract';
import { useAccount } from '../client/context.tsx';
import { useMySettings } from '../client/use-my-settings.ts';

const initial: UserSettings<'menu'> = { favourites: [], isRail: false };
/** Favourites that the server takes at most. */
const mostFavourites = 20;

/** The menu as the person wants it, and the ways to change it. */
export function useMenuSettings() {
  const { id } = useAccount();
  const [stored, save] = useMySettings('menu', id, initial);
  const settings = stored ?? initial;
  const change = (part: Partial<UserSettings<'menu'>>) => {
    // A server that does not answer leaves the choice in this browser.
    void save({ ...settings, ...part }).catch(() => undefined);
  };
  return {
    ...settings,
    setRail: (isRail: boolean) => change({ isRail }),
    /** Adds a section to the favourites, or takes it away; the one added longest ago makes room. */
    toggleFavourite: (section: string) =>
      change({
        favourites: settings.favourites.includes(section)
          ? settings.favourites.filter((one) => one !== section)
          : [...settings.favourites, section].slice(-mostFavourites),
      }),
  };
}
