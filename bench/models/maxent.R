# Optimum of the MaxEnt objective by glmnet: the numbers beside which packages/science/src/models/maxent stands.
# Rscript maxent.R <table.csv> <classes, e.g. LQH> <beta multiplier>
# The table has a column "presence" (1, 0); a column whose name begins with "cat_" is a category. Prints one line of JSON:
# seconds, features, objective = (1/m) sum w loss + sum reg |b|, entropy, AUC on the table.
suppressMessages(library(glmnet))
args <- commandArgs(trailingOnly = TRUE)
table <- read.csv(args[1])
classes <- strsplit(args[2], "")[[1]]
multiplier <- as.numeric(args[3])

p <- table$presence
x <- table[setdiff(names(table), "presence")]
# Presences that stand nowhere in the background join it, once each.
key <- do.call(paste, x)
extra <- which(p == 1 & !(key %in% key[p == 0]) & !duplicated(key))
x <- rbind(x, x[extra, , drop = FALSE])
p <- c(p, rep(0, length(extra)))
m <- sum(p)
categories <- startsWith(names(x), "cat_")

columns <- list()
kinds <- character(0)
put <- function(kind, values) {
  columns[[length(columns) + 1]] <<- as.numeric(values)
  kinds <<- c(kinds, kind)
}
continuous <- x[!categories]
if ("L" %in% classes) for (v in continuous) put("L", v)
if ("Q" %in% classes) for (v in continuous) put("Q", v^2)
if ("H" %in% classes) for (v in continuous) {
  k <- seq(min(v), max(v), length.out = 50)
  for (i in 1:49) put("H", pmin(1, pmax(0, (v - k[i]) / (max(v) - k[i]))))
  for (i in 2:50) put("H", pmin(1, pmax(0, (v - min(v)) / (k[i] - min(v)))))
}
if ("T" %in% classes) for (v in continuous) {
  k <- seq(min(v), max(v), length.out = 52)[2:51]
  for (at in k) put("T", v >= at)
}
if ("P" %in% classes && length(continuous) > 1) {
  pairs <- combn(length(continuous), 2)
  for (i in seq_len(ncol(pairs))) put("P", continuous[[pairs[1, i]]] * continuous[[pairs[2, i]]])
}
for (v in x[categories]) for (level in sort(unique(v))) put("C", v == level)
features <- do.call(cbind, columns)

beta <- function(kind) {
  shared <- if ("P" %in% classes) "P" else if ("Q" %in% classes) "Q" else "L"
  entry <- switch(if (kind %in% c("L", "Q", "P")) shared else kind,
    L = list(c(0, 10, 30, 100), c(1, 1, .2, .05)),
    Q = list(c(0, 10, 17, 30, 100), c(1.3, .8, .5, .25, .05)),
    P = list(c(0, 10, 17, 30, 100), c(2.6, 1.6, .9, .55, .05)),
    H = list(c(0, 1), c(.5, .5)),
    T = list(c(0, 100), c(2, 1)),
    C = list(c(0, 10, 17), c(.65, .5, .25)))
  approx(entry[[1]], entry[[2]], m, rule = 2)$y
}
reg <- sapply(seq_len(ncol(features)), function(j) {
  v <- features[p == 1, j]
  floor <- .001 * diff(range(features[, j]))
  if (kinds[j] == "H") floor <- max(floor, .5 * max(sd(v), 1 / sqrt(m)) / sqrt(m))
  if (kinds[j] == "T" && (all(v == 0) || all(v == 1))) floor <- max(floor, 1)
  max(floor, sd(v) * beta(kinds[j]) / sqrt(m))
}) * multiplier

w <- ifelse(p == 1, 1, 100)
glmnet.control(pmin = 1e-8, fdev = 0)
path <- 10^seq(4, 0, length.out = 200) * mean(reg) * m / sum(w)
began <- proc.time()[["elapsed"]]
fit <- glmnet(features, as.factor(p), family = "binomial", standardize = FALSE, penalty.factor = reg, lambda = path,
  weights = w, thresh = 1e-13, maxit = 1e7)
seconds <- proc.time()[["elapsed"]] - began
b <- fit$beta[, length(fit$lambda)]
eta <- as.numeric(features %*% b) + fit$a0[length(fit$lambda)]
loss <- ifelse(eta > 0, eta + log1p(exp(-eta)), log1p(exp(eta))) - p * eta
objective <- sum(w * loss) / m + sum(reg * abs(b))
score <- as.numeric(features %*% b)
background <- score[p == 0]
raw <- exp(background - max(background))
raw <- raw / sum(raw)
ranks <- rank(score)
auc <- (sum(ranks[p == 1]) - m * (m + 1) / 2) / (m * sum(p == 0))
cat(sprintf('{"seconds":%.3f,"features":%d,"steps":%d,"objective":%.12f,"entropy":%.9f,"auc":%.9f,"used":%d}\n',
  seconds, ncol(features), length(fit$lambda), objective, -sum(raw * log(raw)), auc, sum(b != 0)))
