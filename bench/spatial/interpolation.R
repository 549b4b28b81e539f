# Inverse distance and kriging by gstat: the numbers beside which packages/science/src/spatial/interpolation stands.
# Rscript interpolation.R <points.csv: x,y,value> <targets.csv: x,y> <neighbours> prints one line of JSON.
suppressMessages({library(sp); library(gstat)})
args <- commandArgs(trailingOnly = TRUE)
json <- function(values) paste0("[", paste(sprintf("%.15g", values), collapse = ","), "]")
points <- read.csv(args[1]); targets <- read.csv(args[2]); nmax <- as.numeric(args[3])
coordinates(points) <- ~x + y
coordinates(targets) <- ~x + y
timed <- function(run) { began <- proc.time(); value <- run(); spent <- proc.time() - began; list(value, spent[["user.self"]] + spent[["sys.self"]]) }
near <- timed(function() idw(value ~ 1, points, targets, idp = 2, nmax = nmax, debug.level = 0))
seen <- variogram(value ~ 1, points)
# fit.variogram stops before its minimum: optim goes on with the same squares.
squares <- function(p) if (min(p) < 0) Inf else
  sum(seen$np / seen$dist^2 * (seen$gamma - variogramLine(vgm(p[2], "Gau", p[3], p[1]), dist_vector = seen$dist)$gamma)^2)
fitted <- c(1, var(points$value), 30)
for (again in 1:5) fitted <- optim(fitted, squares, control = list(reltol = 1e-15, maxit = 5000))$par
fixed <- vgm(10, "Sph", 40, 1)
local <- timed(function() krige(value ~ 1, points, targets, fixed, nmax = nmax, debug.level = 0))
whole <- if (length(points) <= 1000) krige(value ~ 1, points, targets, vgm(10, "Exp", 20, 0.5), debug.level = 0) else NULL
cat(sprintf('{"idwSeconds":%.3f,"idw":%s,"pairs":%s,"distances":%s,"semivariances":%s,"fit":%s,"error":%.15g,"krigingSeconds":%.3f,"kriged":%s,"variances":%s,"whole":%s,"wholeVariances":%s}\n',
  near[[2]], json(near[[1]]$var1.pred), json(seen$np), json(seen$dist), json(seen$gamma), json(fitted), squares(fitted),
  local[[2]], json(local[[1]]$var1.pred), json(local[[1]]$var1.var), json(whole$var1.pred), json(whole$var1.var)))
