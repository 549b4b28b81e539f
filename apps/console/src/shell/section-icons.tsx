import {
  IconActivityHeartbeat,
  IconAffiliate,
  IconBeach,
  IconBell,
  IconBrain,
  IconBroadcast,
  IconChartHistogram,
  IconCompass,
  IconDatabase,
  IconDeviceMobile,
  IconFish,
  IconHome,
  IconLayoutDashboard,
  IconMap2,
  IconMapPin,
  IconMessageQuestion,
  IconMicroscope,
  IconPointFilled,
  IconRulerMeasure,
  IconSatellite,
  IconServer2,
  IconShieldLock,
  IconShip,
  IconStar,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>;

const icons: Readonly<Record<string, Icon>> = {
  home: IconHome,
  dashboard: IconLayoutDashboard,
  'scientific-hub': IconMicroscope,
  assistente: IconMessageQuestion,
  'realtime-angola': IconBroadcast,
  copernicus: IconSatellite,
  'global-fishing-watch': IconShip,
  'ml-system': IconBrain,
  'services-integration': IconAffiliate,
  'qgis-advanced': IconMap2,
  analytics: IconChartHistogram,
  'system-management': IconServer2,
  'security-monitoring': IconShieldLock,
  'mobile-demos': IconDeviceMobile,
  'zee-angola': IconMap2,
  places: IconMapPin,
  'maritime-limits': IconCompass,
  coastline: IconBeach,
  species: IconFish,
  'biological-samples': IconRulerMeasure,
  data: IconDatabase,
  favoritos: IconStar,
  'em-breve': IconPointFilled,
  'system-health': IconActivityHeartbeat,
  'auto-alerts': IconBell,
};

/** Icon of a section or group of the tree. */
export function SectionIcon({ id, size = 18 }: { readonly id: string; readonly size?: number }) {
  const Icon = icons[id] ?? IconPointFilled;
  return <Icon size={size} stroke={1.7} />;
}
