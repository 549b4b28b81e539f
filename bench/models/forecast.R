# Forecasts by R's package forecast on the series that ship with R: the numbers beside which
# packages/science/src/models/forecast stands. Rscript forecast.R prints one line of JSON.
# Rscript forecast.R at <series> <form> <alpha> <beta> <gamma> <phi> prints R's log-likelihood at these parameters, the
# states before the first value fitted by R.
# Rscript forecast.R table <series.csv: one series a line> <period> <steps> <confidence> prints seconds, and for each series
# the mean, low and high of ets() for its next steps.
suppressMessages(library(forecast))
args <- commandArgs(trailingOnly = TRUE)
json <- function(v) paste0("[", paste(sprintf("%.10g", v), collapse = ","), "]")
of <- function(f, level = 80) {
  sprintf('{"mean":%s,"low":%s,"high":%s}', json(f$mean), json(f$lower[, 1]), json(f$upper[, 1]))
}
if (length(args) == 0) {
  y <- USAccDeaths
  cycle <- factor(rep(1:12, length.out = length(y) + 12))
  climatology <- predict(lm(y ~ cycle, data.frame(y = as.numeric(y), cycle = cycle[seq_along(y)])),
    data.frame(cycle = tail(cycle, 12)), interval = "prediction", level = .8)
  arima <- function(y, p, k, trend) {
    x <- cbind(if (trend) seq_along(y), if (k > 0) fourier(y, k))
    at <- cbind(if (trend) length(y) + 1:12, if (k > 0) fourier(y, k, 12))
    fit <- Arima(y, order = c(p, 0, 0), xreg = x, method = "ML", optim.control = list(reltol = 1e-15, maxit = 2000))
    f <- forecast(fit, xreg = at, level = 80)
    sprintf('{"logLikelihood":%.9g,"aicc":%.9g,"variance":%.9g,"ar":%s,"forecast":%s}', fit$loglik, fit$aicc, fit$sigma2,
      json(coef(fit)[seq_len(p)]), of(f))
  }
  fits <- lapply(list(AirPassengers = AirPassengers, USAccDeaths = USAccDeaths, nottem = nottem), ets)
  best <- mapply(function(name, fit) sprintf('"%s":{"method":"%s","logLikelihood":%.9g,"aicc":%.9g}', name, fit$method,
    fit$loglik, fit$aicc), names(fits), fits)
  simple <- ets(Nile, model = "ANN")
  relative <- ets(Nile, model = "MNN")
  linear <- ets(USAccDeaths, model = "ANA")
  cat(sprintf('{"snaive":%s,"naive":%s,"climatology":%s,"ar2":%s,"ar1trend":%s,"ets":{%s},"nileANN":{"logLikelihood":%.9g,"aicc":%.9g,"variance":%.9g,"alpha":%.9g,"forecast":%s},"nileMNN":{"logLikelihood":%.9g,"variance":%.9g,"forecast":%s},"deathsANA":%s}\n',
    of(snaive(y, h = 14, level = 80)), of(naive(y, h = 4, level = 80)), json(climatology[1:3, ]),
    arima(nottem, 2, 2, FALSE), arima(USAccDeaths, 1, 3, TRUE), paste(best, collapse = ","), simple$loglik, simple$aicc,
    simple$sigma2, simple$par["alpha"], of(forecast(simple, h = 5, level = 80)), relative$loglik, relative$sigma2,
    of(forecast(relative, h = 5, level = 80)), of(forecast(linear, h = 14, level = 80))))
} else if (args[1] == "at") {
  form <- args[3]
  at <- as.numeric(args[4:7])
  season <- substr(form, nchar(form), nchar(form))
  parts <- list(y = get(args[2]), model = sub("d", "", form), damped = grepl("d", form), alpha = at[1])
  if (grepl("^.A", form)) parts$beta <- max(at[2], 1e-4)
  if (season != "N") parts$gamma <- max(at[3], 1e-4)
  if (parts$damped) parts$phi <- at[4]
  cat(sprintf('{"logLikelihood":%.9g}\n', do.call(ets, parts)$loglik))
} else {
  lines <- readLines(args[2])
  began <- proc.time()
  answers <- sapply(lines, function(line) {
    y <- ts(as.numeric(strsplit(line, ",")[[1]]), frequency = as.numeric(args[3]))
    of(forecast(ets(y), h = as.numeric(args[4]), level = 100 * as.numeric(args[5])))
  })
  spent <- proc.time() - began
  cat(sprintf('{"seconds":%.3f,"forecasts":[%s]}\n', spent[["user.self"]] + spent[["sys.self"]], paste(answers, collapse = ",")))
}
