import BellRing from "lucide-react/icons/bell-ring";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import CircleSlash from "lucide-react/icons/circle-slash";
import Download from "lucide-react/icons/download";
import FilePlus from "lucide-react/icons/file-plus-corner";
import ListFilter from "lucide-react/icons/list-filter";
import Pencil from "lucide-react/icons/pencil";
import PlugZap from "lucide-react/icons/plug-zap";
import Plus from "lucide-react/icons/plus";
import RefreshCw from "lucide-react/icons/refresh-cw";
import Search from "lucide-react/icons/search";
import SearchX from "lucide-react/icons/search-x";
import ShieldAlert from "lucide-react/icons/shield-alert";
import Trash from "lucide-react/icons/trash";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import Unplug from "lucide-react/icons/unplug";
import WifiOff from "lucide-react/icons/wifi-off";
import X from "lucide-react/icons/x";

/**
 * The icons that most pages show, each by its own path: they come with the shell's script, for all who take them from
 * "lucide-react" too. If the shell itself read that package's list, every icon of every page would come with it.
 */
export const COMMON_ICONS = {
  BellRing,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Download,
  FilePlus,
  ListFilter,
  Pencil,
  PlugZap,
  Plus,
  RefreshCw,
  Search,
  SearchX,
  ShieldAlert,
  Trash,
  TriangleAlert,
  Unplug,
  WifiOff,
  X,
} as const;
